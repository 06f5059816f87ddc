import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";

const reasons = ["Никто не открыл", "Не отвечает на звонок", "Отказался от заказа", "Нет такого адреса"] as const;

/** Dialog in which the courier states why an order was not delivered. */
export const FailDialog = ({
  internalId,
  onFail,
  onClose,
}: {
  internalId: number;
  onFail: (reason: string) => void;
  onClose: () => void;
}) => {
  const [text, setText] = useState("");
  const own = text.trim();
  return (
    <Dialog title={`Не доставлен заказ № ${internalId}`} onClose={onClose}>
      <div className="grid gap-2">
        {reasons.map((reason) => (
          <Button key={reason} className="min-h-14!" onClick={() => onFail(reason)}>
            {reason}
          </Button>
        ))}
        <TextField label="Другая причина" maxLength={300} value={text} onText={setText} />
        <Button
          kind="primary"
          className="min-h-14!"
          why={own === "" && "Выберите причину или напишите свою"}
          onClick={() => onFail(own)}
        >
          Не доставлен
        </Button>
      </div>
    </Dialog>
  );
};
