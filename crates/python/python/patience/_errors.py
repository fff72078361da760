"""The error of everything that is asked wrongly."""

from __future__ import annotations


class Error(ValueError):
    """What is wrong with an argument, or what was expected and what was found.

    >>> import patience
    >>> try:
    ...     patience.Position("tiles", "1 2/3 x")
    ... except patience.Error as error:
    ...     print(error.line, error.column)
    1 7
    """

    message: str
    """What is wrong."""
    line: int | None
    """The line in the text, from 1, where the error has a place."""
    column: int | None
    """The column in the text, from 1, where the error has a place."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        return f"line {self.line}, column {self.column}: {self.message}"
