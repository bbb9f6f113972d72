"""The errors of this package: one tree, so one `except` catches them all.

```
ValueError
└── MdSplitError
    ├── ArgumentError            an argument has a value that is not allowed
    │   └── ArgumentTypeError    ... or a type (a TypeError)
    ├── MetadatasLengthError     texts and metadatas differ in number (an IndexError)
    ├── LengthFunctionError      a length function returned no length
    ├── EncodingError            an encoding or model is unknown or cannot be loaded
    │   └── UnknownModelError    ... a model (a KeyError)
    ├── EmbeddingError           embeddings returned what are no vectors of their texts
    ├── LimitTooSmallError       the limit cannot hold the smallest piece there is
    ├── HeadingTooLongError      a heading alone is over half of the limit
    ├── WorkerError              a process that splits has died
    ├── MissingIdError           a document carries no id of ours
    └── ChunkNotFoundError       a chunk's text is no longer in the source
```
"""


class MdSplitError(ValueError):
    """Root of every error this package raises on purpose."""


class ArgumentError(MdSplitError):
    """An argument has a value that is not allowed."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument has a type that is not allowed."""


class MetadatasLengthError(MdSplitError, IndexError):
    """Texts and metadatas differ in number."""


class LengthFunctionError(MdSplitError):
    """A length function returned something that is no length."""


class EncodingError(MdSplitError):
    """An encoding or model name is unknown, or its ranks cannot be loaded."""


class UnknownModelError(EncodingError, KeyError):
    """A model is unknown; a KeyError, as tiktoken and so LangChain raise."""

    def __str__(self) -> str:
        """Return the message; a KeyError would return its representation."""
        return ValueError.__str__(self)


class EmbeddingError(MdSplitError):
    """Embeddings returned too few vectors, or what is no vector of finite numbers."""


class LimitTooSmallError(MdSplitError):
    """The limit cannot hold the smallest piece that could be cut."""


class HeadingTooLongError(MdSplitError):
    """A heading that should be repeated as context is over half of the limit."""


class WorkerError(MdSplitError):
    """A process that splits Documents for another has died."""


class MissingIdError(MdSplitError):
    """A document carries no id; `add_ids=True` gives it one."""


class ChunkNotFoundError(MdSplitError):
    """A chunk's text is no longer in the source."""
