class _Automaton:
    """A regular expression that takes time in proportion to the text, where `re` could take for ever.

    A step has the number of characters it takes (1, or 0 for a place), what the text has
    to have there, and the steps that may follow; the number behind the last one stands
    for a match.
    """

    __slots__ = (
        "_tests",
        "_after",
        "_places",
        "_inner",
        "_begin",
        "_again",
        "_known",
        "_moves",
    )

    def __init__(self, *steps: tuple[int, str, tuple[int, ...]]) -> None:
        self._tests = [re.compile(test).match for _, test, _ in steps]
        self._after = [after for _, _, after in steps]
        self._places = {at for at, (width, _, _) in enumerate(steps) if not width}
        self._inner = {at for at in self._places if steps[at][1] not in ("^", "\\Z")}
        self._begin = frozenset(steps[0][2])
        self._again = {
            at for at in self._begin if at == len(steps) or steps[at][1] != "^"
        }
        self._known: dict[frozenset[int], dict[str, frozenset[int]]] = {}
        self._moves = 0

    def search(self, text: str) -> bool:
        """Whether there is a match anywhere in `text`."""
        known = self._known
        end = len(self._tests)
        steps = self._reached(self._begin, self._places, text, 0)
        for at, char in enumerate(text):
            after = known.get(steps)
            if after is None:
                if end in steps:
                    return True
                if not steps and not self._again:
                    return False
                after = known[steps] = {}
            found = after.get(char)
            if found is None:
                found = after[char] = self._moved(steps, text, at)
            steps = found
            if self._inner:
                steps = self._reached(steps, self._inner, text, at + 1)
        return end in self._reached(steps, self._places, text, len(text))

    def _moved(self, steps: frozenset[int], text: str, at: int) -> frozenset[int]:
        """The steps behind the character at `at`, and those that can begin there; what was found out is kept for a while."""
        self._moves += 1
        if self._moves % 10_000 == 0:
            self._known.clear()
        found = set(self._again)
        for step in steps - self._places:
            if self._tests[step](text, at):
                found.update(self._after[step])
        return frozenset(found)

    def _reached(
        self, steps: frozenset[int], places: set[int], text: str, at: int
    ) -> frozenset[int]:
        """The steps, and those behind the `places` among them that the text has at `at`."""
        if places.isdisjoint(steps):
            return steps
        found = set(steps)
        pending = places & found
        while pending:
            step = pending.pop()
            if self._tests[step](text, at):
                pending |= places.intersection(self._after[step]) - found
                found.update(self._after[step])
        return frozenset(found - places)
