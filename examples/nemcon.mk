# For a Makefile of your own: include nemcon.mk. `make generate` renders what [tool.nemcon] names, `make check-generated`
# tells what is stale, edited, missing or left over.
NEMCON ?= nemcon

.PHONY: generate check-generated agree
generate:
	$(NEMCON) generate

check-generated:
	$(NEMCON) check

agree:
	$(NEMCON) agree
