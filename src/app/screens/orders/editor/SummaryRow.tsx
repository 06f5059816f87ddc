/** Row of the order's summary: a name and a value, such as an amount. `tone` is the class of the value. */
export const SummaryRow = ({ name, value, tone }: { name: string; value: string; tone?: string }) => (
  <div className="flex justify-between gap-2 py-0.5">
    <dt className="text-muted">{name}</dt>
    <dd className={tone}>{value}</dd>
  </div>
);
