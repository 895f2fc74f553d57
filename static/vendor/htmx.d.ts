// The parts of htmx and its WebSocket extension that the site's scripts use.

interface HtmxAjaxOptions {
  source?: Element | string;
  target?: Element | string;
  swap?: string;
}

interface Htmx {
  config: { wsReconnectDelay: (count: number) => number };
  createWebSocket: (url: string) => WebSocket;
  ajax(verb: string, path: string, options: HtmxAjaxOptions): Promise<void>;
  process(element: Element): void;
  swap(
    target: Element,
    content: string,
    specification: { swapStyle: string; swapDelay: number; settleDelay: number },
    options: { selectOOB: string },
  ): void;
  trigger(target: Element, name: string, detail?: unknown): void;
}

interface HtmxRequestConfig {
  elt: Element;
  verb: string;
}

interface HtmxSwap {
  elt: Element;
  target: Element;
  fragment: Element | DocumentFragment;
  shouldSwap: boolean;
  /** Missing where a frame came over the socket. */
  requestConfig?: HtmxRequestConfig;
}

interface HtmxRequest extends HtmxSwap {
  etc: { selectOOB?: string };
  parameters: Record<string, string>;
  requestConfig: HtmxRequestConfig;
  serverResponse: string;
  successful: boolean;
  verb: string;
  xhr: XMLHttpRequest;
}

interface HtmxEvent<Detail> extends CustomEvent<Detail> {
  readonly target: Element;
}

interface HtmxSocket {
  reconnect(): void;
}

interface HtmxEventMap {
  "htmx:confirm": HtmxEvent<{ elt: Element }>;
  "htmx:configRequest": HtmxEvent<HtmxRequest>;
  "htmx:beforeRequest": HtmxEvent<HtmxRequest>;
  "htmx:beforeSend": HtmxEvent<HtmxRequest>;
  "htmx:beforeSwap": HtmxEvent<HtmxRequest>;
  "htmx:afterRequest": HtmxEvent<HtmxRequest>;
  "htmx:sendError": HtmxEvent<HtmxRequest>;
  "htmx:timeout": HtmxEvent<HtmxRequest>;
  "htmx:afterSwap": HtmxEvent<HtmxSwap>;
  "htmx:afterSettle": HtmxEvent<HtmxSwap>;
  "htmx:oobBeforeSwap": HtmxEvent<HtmxSwap>;
  "htmx:oobAfterSwap": HtmxEvent<HtmxSwap>;
  "htmx:wsOpen": HtmxEvent<{ socketWrapper: HtmxSocket }>;
  "htmx:wsBeforeMessage": HtmxEvent<{ message: string }>;
  "htmx:wsClose": HtmxEvent<{ event: CloseEvent }>;
}

interface DocumentEventMap extends HtmxEventMap {}
interface WindowEventMap extends HtmxEventMap {}
interface Window {
  htmx: Htmx;
}
