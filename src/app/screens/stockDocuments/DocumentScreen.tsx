import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { OpeningStates } from "../../directory/OpeningStates.tsx";
import { failureText } from "../../services/failureText.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { DocumentDialogs } from "./DocumentDialogs.tsx";
import type { DocumentTexts } from "./documentTexts.ts";
import type { DocumentActor } from "./useStockDocument.ts";

/**
 * Screen of one stock document. `facts` and `children` are undefined until the document is loaded, and if the document
 * does not exist.
 */
export const DocumentScreen = ({
  actor,
  title,
  texts,
  actions,
  listPath,
  missingText,
  facts,
  children,
}: {
  actor: DocumentActor;
  title: string;
  texts: DocumentTexts;
  /** Buttons beside the title. */
  actions: ReactNode;
  listPath: string;
  missingText: string;
  /** State, dates and amounts of the document: above the lines, or beside them on a wide screen. */
  facts: ReactNode;
  /** Lines of the document. */
  children: ReactNode;
}) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { readFailure } = state.context;
  const isMissing = state.matches("missing");
  useTitle(title);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto wrap-anywhere">{title}</h1>
        {state.matches("shown") && actions}
      </header>
      <DocumentDialogs actor={actor} texts={texts} />
      {children ? (
        <section
          aria-label={title}
          className="card max-w-4xl min-[1700px]:grid min-[1700px]:max-w-none min-[1700px]:grid-cols-[minmax(0,1fr)_26rem] min-[1700px]:items-start min-[1700px]:gap-x-6"
        >
          {readFailure && (
            <div className="col-span-full">
              <ErrorBox message={failureText(readFailure)} />
            </div>
          )}
          <div className="min-[1700px]:order-last min-[1700px]:border-l min-[1700px]:border-line min-[1700px]:pl-6">
            {facts}
          </div>
          <div className="min-w-0">{children}</div>
        </section>
      ) : (
        <OpeningStates
          state={isMissing ? "missing" : readFailure ? "failed" : "opening"}
          error={isMissing ? missingText : failureText(readFailure)}
          isOffered={readFailure?.kind !== "notOffered"}
          listPath={listPath}
          onRetry={() => actor.send({ type: "document.refresh" })}
        />
      )}
    </>
  );
};
