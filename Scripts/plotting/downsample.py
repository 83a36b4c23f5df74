"""Thins out what is too dense to be seen, and keeps what stands out.

Time is cut into as many slices as there are places to draw in; of each slice the first, the last
and the extremes are kept (min-max decimation), so that no longest latency disappears.
"""

import polars as pl


def thin(rows: pl.DataFrame, time: str, value: str, most: int) -> pl.DataFrame:
    """At most about ``most`` rows: of each slice of ``time``, the ends and the extremes of
    ``value``. Nulls of ``value`` are kept, because a gap is worth seeing."""
    if len(rows) <= most:
        return rows
    low, high = rows[time].min(), rows[time].max()
    slices = max(1, most // 4)
    width = max((high - low) / slices, 1e-9)
    indexed = rows.with_row_index("row").with_columns(((pl.col(time) - low) / width).floor().alias("slice"))
    kept = indexed.group_by("slice").agg(
        pl.col("row").first().alias("first"),
        pl.col("row").last().alias("last"),
        pl.col("row").sort_by(value, nulls_last=True).first().alias("least"),
        pl.col("row").sort_by(value, nulls_last=False).last().alias("greatest"),
    )
    keep = pl.concat([kept[name] for name in ("first", "last", "least", "greatest")]).unique()
    lost = indexed.filter(pl.col(value).is_null())["row"].head(most)
    wanted = pl.concat([keep, lost]).unique()
    return indexed.filter(pl.col("row").is_in(wanted.implode())).drop("row", "slice")
