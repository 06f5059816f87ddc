import type { Schemas } from "#api/client.ts";
import type { TransferRow } from "#machines/directory/descriptors/transfers.ts";
import type { DocumentTexts } from "../stockDocuments/documentTexts.ts";

/** Titles and colours of the states of a transfer. */
export const transferStates = {
  draft: { title: "Черновик", colour: "orange" },
  sent: { title: "В пути", colour: "blue" },
  accepted: { title: "Принято", colour: "green" },
  refused: { title: "Не принято", colour: "red" },
  recalled: { title: "Отозвано", colour: "grey" },
} as const satisfies Readonly<Record<Schemas["TransferState"], { title: string; colour: string }>>;

/** Titles of the two companies that can bear the loss of goods in transit. */
export const lossTexts = { sender: "Отправитель", recipient: "Получатель" } as const;

/** Returns the title of a transfer, for example 'Перемещение № 7'. */
export const transferTitle = ({ id }: Pick<TransferRow, "id">): string => `Перемещение № ${id}`;

/** Texts of the actions on a transfer. */
export const transferDocumentTexts: DocumentTexts = {
  actions: {
    send: {
      title: "Отправить товар?",
      question: "Товар спишется с вашего склада. Пока получатель его не принял, отправку можно отозвать.",
      done: "Товар отправлен",
      refused: "Товар не отправлен",
      force: "Всё равно отправить",
    },
    recall: {
      title: "Отозвать отправку?",
      question: "Товар вернётся на ваш склад.",
      done: "Отправка отозвана",
      refused: "Отправка не отозвана",
    },
    accept: {
      title: "Принять товар?",
      question: "Принятое попадёт на ваш склад, непринятое вернётся отправителю. Изменить приёмку потом нельзя.",
      done: "Товар принят",
      refused: "Товар не принят",
    },
    refuse: {
      title: "Не принимать товар?",
      question: "Весь товар вернётся на склад отправителя.",
      done: "Товар возвращён отправителю",
      refused: "Отказ не записан",
      isReasonNeeded: true,
    },
    remove: {
      title: "Удалить черновик?",
      question: "Вернуть его будет нельзя.",
      done: "Черновик удалён",
      refused: "Черновик не удалён",
    },
  },
  stale: "Перемещение изменил кто-то другой. Посмотрите, что стало, и повторите действие.",
};
