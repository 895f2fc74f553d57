"""The pages of the admin's lists: which rows are loaded, and how they are drawn."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import DateField, ForeignKey, Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.templatetags.unfold_list import LINK_CLASSES, ROW_CLASSES, result_headers
from unfold.utils import display_for_field, display_for_value
from unfold.views import ChangeList


class ListPage(ChangeList):
    """One page of a list; its rows are drawn with one format string.

    Unfold's own tag works out headers, links and classes again for each row.
    """

    result_list: Any

    def get_results(self, request: HttpRequest) -> None:
        """Load only the columns that the list shows."""
        super().get_results(request)
        page = self.result_list
        if self.model_admin.finds_keys_first:
            keys = list(page.values_list("pk", flat=True))
            page = self.root_queryset.filter(pk__in=keys).order_by(*page.query.order_by)
        rows = page.select_related(None).select_related(*self.list_select_related)
        self.result_list = rows.only(*self.model_admin.list_columns)
        self.headers = list(result_headers(self))

    def rows(self) -> Iterator[SafeString]:
        """Yield the cells of each row as HTML; the first one links to the row's page."""
        columns = [_column(self.model_admin, name) for name in self.list_display]
        shape = self._shape()
        for row in self.result_list:
            yield format_html(shape, row.pk, *(column(row) for column in columns))

    def _shape(self) -> SafeString:
        """Return the format string of a row, whose values are its key and its columns."""
        base = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        query = f"?{self.preserved_filters}" if self.preserved_filters else ""
        link = format_html('<a href="{}{{}}/change/{}" class="{}">{{}}</a>', base, query, _LINK)
        first, *others = (
            (name, _classes(self.model_admin, name), header["text"])
            for name, header in zip(self.list_display, self.headers, strict=True)
        )
        return format_html(
            '<th class="field-{} {}" data-label="{}">{}</th>{}',
            *first,
            link,
            format_html_join("", '<td class="field-{} {}" data-label="{}">{{}}</td>', others),
        )


_LINK = " ".join(LINK_CLASSES)


def _classes(admin: Any, name: str) -> str:
    is_short = isinstance(_field(admin, name), DateField | ForeignKey)
    return " ".join((*ROW_CLASSES, *(("nowrap",) if is_short else ())))


def _field(admin: Any, name: str) -> Any:
    """Return the model's field of this name; None if the column is a method of the admin."""
    try:
        return admin.opts.get_field(name)
    except FieldDoesNotExist:
        return None


def _column(admin: Any, name: str) -> Callable[[Model], Any]:
    """Return the function that returns what a column shows of a row."""
    empty, field = admin.get_empty_value_display(), _field(admin, name)
    if field is None:
        return lambda row: display_for_value(getattr(admin, name)(row), empty)
    if field.is_relation:
        return lambda row: empty if getattr(row, name) is None else getattr(row, name)
    show = cache(lambda value: display_for_field(value, field, empty))
    return lambda row: show(getattr(row, name))
