"""Seven models of scikit-learn on the six features of Birds of a Feather, beside ours.

Table 1 of Kucharski, Deihim and Ergezer (2019) compares seven models on six features. The paper prints no settings but the
network's, so both columns have settings of their own: scikit-learn's defaults where that is sensible, and ours as
``kibitzer train birds --with help`` lists them. Deals, not examples, are divided into parts, since positions of one deal
are alike.

    python examples/models.py --deals 2000
"""

from __future__ import annotations

import argparse

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


def scaled(model: BaseEstimator) -> BaseEstimator:
    """Give a model numbers of like size."""
    return make_pipeline(StandardScaler(), model)


#: The rows of the table: theirs, ours, and the test accuracy that the paper prints, in percent.
MODELS = [
    ("logistic regression", scaled(LogisticRegression()), "logistic", 75.41),
    ("k nearest neighbours", scaled(KNeighborsClassifier()), "neighbours", 70.10),
    ("decision tree", DecisionTreeClassifier(max_depth=8, min_samples_leaf=20), "tree", 74.75),
    ("random forest", RandomForestClassifier(20, max_depth=10, random_state=0), "forest", 73.97),
    ("AdaBoost", AdaBoostClassifier(random_state=0), "adaboost", 74.23),
    ("Gaussian naive Bayes", GaussianNB(), "bayes", 71.54),
    ("neural network", scaled(MLPClassifier(early_stopping=True, random_state=0)), "network", 75.17),
]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="scikit-learn's models on our features, beside ours.")
    parser.add_argument("--deals", type=int, default=500)
    seeds = range(parser.parse_args().deals)
    rows, labels, deals = kibitzer.features_and_labels(seeds)
    print(f"{len(labels):,} examples of {len(seeds):,} deals, accuracy in percent on deals not seen, {FOLDS} parts")
    print(f"{'':22} {'paper':>8} {'scikit-learn':>13} {'ours':>8}")
    for name, model, ours, paper in MODELS:
        theirs = cross_val_score(model, rows, labels, groups=deals, cv=GroupKFold(FOLDS)).mean()
        accuracy = kibitzer.cross_validate(ours, seeds, folds=FOLDS)
        print(f"{name:22} {paper:8.2f} {100 * theirs:13.2f} {100 * accuracy:8.2f}")


if __name__ == "__main__":
    main()
