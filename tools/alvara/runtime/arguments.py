"""The arguments of questions, as programs may give them by mistake."""


def check_texts(**given: object) -> None:
    """Refuse what is no text; None was not said. Raises `TypeError`, which names the argument."""
    for name, value in given.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(f"`{name}` is a text, not {type(value).__name__}")


def check_numbers(**given: object) -> None:
    """Refuse what is no whole number. Raises `TypeError`, which names the argument."""
    for name, value in given.items():
        if type(value) is not int:
            raise TypeError(f"`{name}` is a whole number, not {type(value).__name__}")
