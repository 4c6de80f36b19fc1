"""`python -m nemcon`."""

import sys

if sys.path and sys.path[0] == "":
    del sys.path[0]

from nemcon.commands.main import main

sys.exit(main())
