/** Row of the order's price: a name and an amount. `tone` is the class of the amount. */
export const SummaryRow = ({ name, value, tone }: { name: string; value: string; tone?: string }) => (
  <div className="flex justify-between gap-2 py-0.5">
    <dt className="text-muted">{name}</dt>
    <dd className={tone}>{value}</dd>
  </div>
);
