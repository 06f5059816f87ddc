import { Plus } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { MAX_PACKS } from "#domain/units.ts";
import { blankPack, type PackDraft, type StockItemDraft } from "#machines/directory/descriptors/stockItems.ts";
import { Button } from "../../ui/Button.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { RemoveLineButton } from "../catalogue/RemoveLineButton.tsx";

/** Form rows for the units in which a stock item is bought, for example a sack of 25 kg. */
export const StockItemPacks = ({ form }: { form: UseFormReturn<StockItemDraft> }) => {
  const { errors, isSubmitted } = form.formState;
  const [packs, unit] = form.watch(["packs", "unit"]);
  const setPacks = (next: PackDraft[]) =>
    form.setValue("packs", next, { shouldDirty: true, shouldValidate: isSubmitted });
  const change = (at: number, patch: Partial<PackDraft>) =>
    setPacks(packs.map((pack, index) => (index === at ? { ...pack, ...patch } : pack)));
  return (
    <fieldset className="card grid gap-3">
      <legend className="float-left mb-1 font-semibold">Упаковки</legend>
      <p className="clear-both text-sm text-muted">
        В чём товар привозят: коробка — 12 шт, мешок — 25 кг. Упаковку можно выбрать в накладной и при подсчёте склада.
        Старые накладные не меняются.
      </p>
      {packs.map((pack, at) => (
        <div key={pack.key} className="clear-both grid grid-cols-[minmax(0,1fr)_minmax(0,9rem)_auto] gap-x-2">
          <TextField
            label={`Упаковка ${at + 1}`}
            value={pack.name}
            error={errors.packs?.[at]?.name?.message}
            onText={(name) => change(at, { name })}
          />
          <DecimalField
            label="Сколько в ней"
            value={pack.factor}
            error={errors.packs?.[at]?.factor?.message}
            after={<span className="text-xs text-muted">{unit}</span>}
            onText={(factor) => change(at, { factor })}
          />
          <RemoveLineButton
            label={`Убрать ${pack.name || `упаковку ${at + 1}`}`}
            onPress={() => setPacks(packs.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div className="clear-both">
        <Button
          why={packs.length >= MAX_PACKS && `У товара не больше ${MAX_PACKS} упаковок`}
          onClick={() => setPacks([...packs, blankPack(packs)])}
        >
          <Plus size={16} aria-hidden />
          Добавить упаковку
        </Button>
      </div>
    </fieldset>
  );
};
