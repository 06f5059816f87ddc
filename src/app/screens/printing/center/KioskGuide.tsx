/** Instructions for starting the browser in kiosk mode, in which the browser prints without a dialog. */
export const KioskGuide = () => (
  <details className="max-w-prose text-sm">
    <summary className="cursor-pointer text-accent">Как печатать без окна печати</summary>
    <div className="mt-2 grid gap-2">
      <p>
        Сделайте нужный принтер принтером по умолчанию, закройте все окна браузера и запустите его с ключом{" "}
        <code>--kiosk-printing</code>: тогда печать идёт сразу, без окна.
      </p>
      <pre className="whitespace-pre-wrap wrap-anywhere rounded-md bg-sunken p-2 text-xs">
        chrome --kiosk-printing --user-data-dir=C:\pechat {typeof location === "undefined" ? "" : location.origin}
        /PrintCenter
      </pre>
      <p>
        В настройках принтера задайте размер бумаги: ширину ленты и длину по содержимому. Браузер не знает, кончилась ли
        бумага: если лист не вышел, нажмите «Не напечаталось», и печать остановится, пока вы её не продолжите.
      </p>
      <p>Держите вкладку открытой и на виду: скрытую вкладку браузер усыпляет.</p>
    </div>
  </details>
);
