import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { invalidFields } from "../shared/domainErrors.ts";

type Kept = Schemas["CustomerKeptAddress"];

const text = (value: string | null | undefined): string | null => value?.trim() || null;

const toColumns = (address: Kept) => ({
  delivery_address: address.deliveryAddress.trim(),
  delivery_address_building: text(address.deliveryAddressBuilding),
  delivery_address_apartment_number: text(address.deliveryAddressApartmentNumber),
  delivery_address_level: text(address.deliveryAddressLevel),
  delivery_address_entrance: text(address.deliveryAddressEntrance),
  is_default: address.isDefault ?? false,
});

const keyOf = ({ is_default: _, ...fields }: ReturnType<typeof toColumns>): string =>
  JSON.stringify([
    fields.delivery_address,
    fields.delivery_address_building,
    fields.delivery_address_apartment_number,
    fields.delivery_address_level,
    fields.delivery_address_entrance,
  ]);

/**
 * Returns the column values of the addresses without duplicates. Throws `Invalid` for an empty street or for several
 * defaults.
 */
const parseAddresses = (addresses: readonly Kept[]) => {
  const parsed = [...new Map(addresses.map(toColumns).map((one) => [keyOf(one), one])).values()];
  if (parsed.some(({ delivery_address: street }) => street === ""))
    throw invalidFields({ addresses: "Укажите улицу." });
  if (parsed.filter((one) => one.is_default).length > 1)
    throw invalidFields({ addresses: "Основной адрес может быть только один." });
  return parsed;
};

/**
 * Replaces the saved addresses of a locked card and of the cards that are merged into it. An unchanged address of a
 * merged card stays with the merged card, because the merge may be undone. Throws the errors of `parseAddresses`.
 */
export const saveKeptAddresses = async (
  tx: Db,
  companyId: number,
  customerId: number,
  addresses: readonly Kept[],
): Promise<void> => {
  const given = new Map(parseAddresses(addresses).map((one) => [keyOf(one), one]));
  const stored = await tx
    .selectFrom("customer_address")
    .innerJoin("customer", (join) =>
      join
        .onRef("customer.id", "=", "customer_address.customer_id")
        .onRef("customer.company_id", "=", "customer_address.company_id"),
    )
    .selectAll("customer_address")
    .where("customer_address.company_id", "=", companyId)
    .where((eb) => eb.or([eb("customer.id", "=", customerId), eb("customer.merged_into_id", "=", customerId)]))
    .execute();
  for (const row of stored) {
    const wanted = given.get(keyOf(row));
    if (!wanted)
      await tx.deleteFrom("customer_address").where("company_id", "=", companyId).where("id", "=", row.id).execute();
    else if (wanted.is_default !== row.is_default)
      await tx
        .updateTable("customer_address")
        .set({ is_default: wanted.is_default })
        .where("company_id", "=", companyId)
        .where("id", "=", row.id)
        .execute();
  }
  // `given` stays complete during the loop above, because two cards may have the same stored address. The addresses
  // that remain in `given` after this loop are new.
  for (const row of stored) given.delete(keyOf(row));
  const added = [...given.values()].map((one) => ({ ...one, company_id: companyId, customer_id: customerId }));
  if (added.length > 0) await tx.insertInto("customer_address").values(added).execute();
};
