# ruff: noqa: E501  pages are easier to read as the markup they are
"""All families of the honesty bench."""

from __future__ import annotations

from honesty_pages import (
    bulk,
    cart,
    combobox,
    comment,
    delete_row,
    edit_form,
    entry,
    inline,
    modal,
    reorder,
    settings,
    signup,
    toggle,
    upload,
    wizard,
)  # fmt: skip
from honesty_pages.app import Family

FAMILIES: tuple[Family, ...] = tuple(
    module.FAMILY
    for module in (
        entry, edit_form, delete_row, toggle, inline, modal, wizard, cart, comment, upload, combobox, reorder, bulk, signup, settings,
    )
)  # fmt: skip
