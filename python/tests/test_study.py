"""Studies: runs by processes, rows that are there, and rows that are cut off."""

import json
import pathlib

import pytest

import cnfab

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUDY = f"""
name = "two ways"
strategies = ["sat:cdcl", "backtrack"]
seeds = [1, 2]

[[instances]]
files = ["{ROOT}/models/hexagon/aristotle.txt"]
"""


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "two.toml"
    path.write_text(STUDY)
    return path


def test_a_study_is_run_and_its_rows_are_read(study, tmp_path):
    told = []
    table = cnfab.sweep(study, tmp_path / "rows.jsonl", on_row=told.append)
    assert len(table) == len(told) == 4 and [row["run"] for row in table] == [row["run"] for row in told]
    assert [row["detail"] for row in table] == [None] * 4
    assert {(row["strategy"], row["solutions"], row["outcome"]) for row in table} == {
        (strategy, 12, "complete") for strategy in ("sat:cdcl", "backtrack")
    }
    assert list(cnfab.rows(tmp_path / "rows.jsonl")) == list(table)
    frame = pytest.importorskip("pandas") and table.to_pandas()
    assert set(frame["seed"]) == {1, 2} and (frame["time_total_s"] > 0).all()


def test_a_study_goes_on_where_it_was_ended(study, tmp_path):
    rows = tmp_path / "rows.jsonl"

    def enough(row):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cnfab.sweep(study, rows, on_row=enough)
    assert len(cnfab.rows(rows)) == 1
    with pytest.raises(ValueError, match="holds 1 of 4 rows"):
        cnfab.sweep(study, rows)
    told = []
    assert len(cnfab.sweep(study, rows, resume=True, on_row=told.append)) == 4 and len(told) == 3


def test_a_wrong_study_is_refused_with_its_place(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(STUDY.replace("sat:cdcl", "sat:cdlc"))
    with pytest.raises(cnfab.ParseError) as caught:
        cnfab.sweep(path, tmp_path / "rows.jsonl")
    assert caught.value.line == 3 and not (tmp_path / "rows.jsonl").exists()


def test_rows_are_those_of_a_file_without_one_that_is_cut_off(study, tmp_path):
    path = tmp_path / "rows.jsonl"
    cnfab.sweep(study, path)
    text = path.read_text()
    path.write_text(text[:-20])
    with pytest.warns(UserWarning, match=":4: the last row is cut off"):
        assert len(cnfab.rows(path)) == 3
    path.write_text(text.splitlines()[0] + "\n" + json.dumps({"study": "other"}) + "\n")
    with pytest.raises(cnfab.ParseError, match="no row of a study") as caught:
        cnfab.rows(path)
    assert caught.value.line == 2
