"""Seven models of scikit-learn on the six features of Birds of a Feather, beside ours.

Table 1 of Kucharski, Deihim and Ergezer (2019) compares seven models on six features. The paper prints no settings but the
network's, so both columns have settings of their own: scikit-learn's defaults where that is sensible, and ours as
``kibitzer train birds --with help`` lists them. Deals, not examples, are divided into parts, since positions of one deal
are alike.

    python examples/models.py --deals 400
    python examples/models.py --deals 400 --into ../docs/birds-learned.md#scikit-learn
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import sklearn
from sklearn.base import BaseEstimator
from sklearn.ensemble import AdaBoostClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import kibitzer

FOLDS = 5

#: What the paper prints.
PAPER = Path(__file__).parents[2] / "data/papers/kucharski2019.toml"


def scaled(model: BaseEstimator) -> BaseEstimator:
    """Give a model numbers of like size."""
    return make_pipeline(StandardScaler(), model)


#: The rows of the table: the paper's name of the model, theirs, and ours.
MODELS = [
    ("logistic regression", scaled(LogisticRegression()), "logistic"),
    ("k nearest neighbours", scaled(KNeighborsClassifier()), "neighbours"),
    ("decision tree", DecisionTreeClassifier(max_depth=8, min_samples_leaf=20), "tree"),
    ("random forest", RandomForestClassifier(20, max_depth=10, random_state=0), "forest"),
    ("AdaBoost", AdaBoostClassifier(random_state=0), "adaboost"),
    ("Gaussian naive Bayes", GaussianNB(), "bayes"),
    ("neural network", scaled(MLPClassifier(early_stopping=True, random_state=0)), "network"),
]


def printed() -> dict[str, float]:
    """Read the paper's accuracies on the test, in percent, by the name of the model."""
    section = PAPER.read_text(encoding="utf-8").split("[table1.test]\n")[1].split("\n\n")[0]
    return {name: float(number) for name, number in re.findall(r'^"(.+)" = ([\d.]+)$', section, re.MULTILINE)}


def write_into(place: str, text: str) -> None:
    """Write text into the marked section of a document, such as ``notes.md#models``."""
    file, _, name = place.rpartition("#")
    if not Path(file).is_file():
        raise SystemExit(f"--into {place}: no document and section, such as notes.md#models")
    before, begin, rest = Path(file).read_text(encoding="utf-8").partition(f"<!-- {name}:begin -->\n")
    _, end, after = rest.partition(f"<!-- {name}:end -->")
    if not begin or not end:
        raise SystemExit(f"{file} has no section {name}")
    Path(file).write_text(before + begin + text + end + after, encoding="utf-8")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="scikit-learn's models on our features, beside ours.")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--into", metavar="FILE#NAME", help="write the table into a marked section of a document, too")
    arguments = parser.parse_args()
    seeds = range(arguments.deals)
    rows, labels, deals = kibitzer.features_and_labels(seeds)
    about = f"{len(labels):,} examples of {len(seeds):,} deals, in {FOLDS} parts"
    print(f"{about}: accuracy in percent on deals not seen")
    print(f"{'':22} {'paper':>8} {'scikit-learn':>13} {'ours':>8}")
    table = [f"| {about} | paper, percent | scikit-learn {sklearn.__version__} | ours |\n|---|--:|--:|--:|\n"]
    for name, model, ours in MODELS:
        paper = printed()[name]
        theirs = 100 * cross_val_score(model, rows, labels, groups=deals, cv=GroupKFold(FOLDS)).mean()
        accuracy = 100 * kibitzer.cross_validate(ours, seeds, folds=FOLDS)
        print(f"{name:22} {paper:8.2f} {theirs:13.2f} {accuracy:8.2f}", flush=True)
        table.append(f"| {name} | {paper:.2f} | {theirs:.2f} | {accuracy:.2f} |\n")
    if arguments.into:
        write_into(arguments.into, "".join(table))


if __name__ == "__main__":
    main()
