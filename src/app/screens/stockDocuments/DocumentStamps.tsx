import { formatDateTime } from "#domain/format.ts";

interface Stamped {
  readonly creationDate: string;
  readonly createdByAlias: string | null;
  readonly approvedAt: string | null;
  readonly approvedByAlias: string | null;
  readonly reversedAt: string | null;
  readonly reversedByAlias: string | null;
}

/**
 * Facts of a document: the author and the time of its creation, approval and reversal. `words` contains the
 * headings in the same sequence. An approval or reversal that has not happened is left out.
 */
export const DocumentStamps = ({
  document,
  words: [created, approved, reversed],
  timeZone,
}: {
  document: Stamped;
  words: readonly [created: string, approved: string, reversed: string];
  timeZone: string;
}) => {
  const stamps = [
    { word: created, at: document.creationDate, by: document.createdByAlias },
    { word: approved, at: document.approvedAt, by: document.approvedByAlias },
    { word: reversed, at: document.reversedAt, by: document.reversedByAlias },
  ];
  return stamps.map(({ word, at, by }) =>
    at === null ? null : (
      <div key={word} className="contents">
        <dt className="text-muted">{word}</dt>
        <dd>{[formatDateTime(at, timeZone), by].filter(Boolean).join(", ")}</dd>
      </div>
    ),
  );
};
