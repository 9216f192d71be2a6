// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The connection of the page to a running simulator. When the server restarts it
// connects again, and repeats the subscriptions and channels of the page.
import {
  type Channel, callFrame, kSubprotocols, messageFrame, type Parameter, parseBinary, parseText, playbackFrame, type PlaybackStatus, type RecordedTime, type ServerText,
  type Service,
} from "./protocol";

export type SessionState = "connecting" | "open" | "closed";
export type MessageListener = (bytes: Uint8Array, logTimeNs: bigint) => void;
// A message for the person in front of the page. Empty text: the notice with this id has become obsolete.
export interface Notice {
  id: string;
  level: number;  // 0 information, 1 warning, 2 error
  text: string;
}
// What the state bar shows of a connection.
export interface SessionStats {
  roundTripMs: number;  // of the newest request; NaN: none has been answered
  drops: string[];  // topics of which the server leaves messages out now
}
// Where the playback of a recording is, and how it goes on.
export interface PlaybackState {
  status: PlaybackStatus;
  timeNs: bigint;
  speed: number;  // recorded seconds per second
}
// What the session needs of a WebSocket; tests bring their own.
export interface Socket {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: (() => void) | null;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}
export type MakeSocket = (url: string, protocols: string[]) => Socket;

export const kFirstRetryMs = 250;
export const kLastRetryMs = 4000;
const kCallTimeoutMs = 20_000;
const kPingMs = 1000;
const kPingParameter = "simulation.real_time_factor";

interface Subscription {
  topic: string;
  listeners: Set<MessageListener>;
  channel: number | null;  // of the present connection; null: the topic is not announced
  last: { bytes: Uint8Array; logTimeNs: bigint } | null;  // newest message on this channel
}
interface Call {
  resolve(response: Uint8Array): void;
  reject(reason: Error): void;
  timer: ReturnType<typeof setTimeout>;
}
interface Published {
  id: number;
  schema: string;
  encoding: string;
}

export const browserSocket: MakeSocket = (url, protocols) => new WebSocket(url, protocols) as unknown as Socket;

export class Session {
  private socket: Socket | null = null;
  private state: SessionState = "closed";
  private stopped = true;
  private retryMs = kFirstRetryMs;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private nextId = 1;
  private readonly channels = new Map<number, Channel>();
  private readonly services = new Map<string, Service>();
  private readonly subscriptions = new Map<number, Subscription>();  // by our id
  private readonly published = new Map<string, Published>();  // by topic, on the present connection
  private readonly calls = new Map<number, Call>();
  private readonly pings = new Map<string, number>();
  private readonly values = new Map<string, unknown>();
  private readonly drops = new Set<string>();
  private readonly stateListeners = new Set<(state: SessionState) => void>();
  private readonly noticeListeners = new Set<(notice: Notice) => void>();
  private readonly topicListeners = new Set<() => void>();
  private readonly playbackListeners = new Set<() => void>();
  private capabilities: string[] = [];
  private recordedTime: RecordedTime | null = null;
  private playbackState: PlaybackState | null = null;
  private roundTripMs = NaN;

  // url: "ws://127.0.0.1:8765/"; the token travels in a cookie or in the address.
  constructor(private readonly url: string, private readonly makeSocket: MakeSocket = browserSocket) {}

  // Connects, and connects again whenever the connection is lost, until close().
  connect(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.open();
  }
  close(): void {
    this.stopped = true;
    clearTimeout(this.retryTimer);
    this.socket?.close();
  }

  // The listeners are called with the present state at once and with every change; the result ends that.
  onState(listener: (state: SessionState) => void): () => void {
    this.stateListeners.add(listener);
    listener(this.state);
    return () => void this.stateListeners.delete(listener);
  }
  onNotice(listener: (notice: Notice) => void): () => void {
    this.noticeListeners.add(listener);
    return () => void this.noticeListeners.delete(listener);
  }
  // Called when the topics or services have changed.
  onTopics(listener: () => void): () => void {
    this.topicListeners.add(listener);
    return () => void this.topicListeners.delete(listener);
  }

  topics(): Channel[] {
    return [...this.channels.values()];
  }
  // Whether the server offers a capability of the protocol; "clientPublish" is missing where clients may only look.
  can(capability: string): boolean {
    return this.capabilities.includes(capability);
  }
  hasService(name: string): boolean {
    return this.services.has(name);
  }
  // The newest value of a parameter that the server has sent; undefined: none.
  parameter(name: string): unknown {
    return this.values.get(name);
  }
  stats(): SessionStats {
    return { roundTripMs: this.roundTripMs, drops: [...this.drops] };
  }

  // Calls the listener with every message of a topic, as soon as the server has it, and at once with the newest one that the
  // page has received already. The result ends that.
  subscribe(topic: string, listener: MessageListener): () => void {
    let entry = [...this.subscriptions.entries()].find(([, known]) => known.topic === topic);
    if (!entry) {
      entry = [this.nextId++, { topic, listeners: new Set(), channel: null, last: null }];
      this.subscriptions.set(...entry);
      this.subscribeAll();
    }
    const [id, subscription] = entry;
    subscription.listeners.add(listener);
    // The server sends the last message of a latched topic once a subscription, not once a listener.
    if (subscription.last) listener(subscription.last.bytes, subscription.last.logTimeNs);
    return () => {
      if (!subscription.listeners.delete(listener) || subscription.listeners.size > 0) return;
      this.subscriptions.delete(id);
      if (subscription.channel !== null) this.sendText({ op: "unsubscribe", subscriptionIds: [id] });
    };
  }

  // Calls a service in CDR. The promise fails with the server's reason, without a connection, or after 20 s.
  call(service: string, request: Uint8Array): Promise<Uint8Array> {
    const known = this.services.get(service);
    if (!known || this.state !== "open") return Promise.reject(new Error(`${service}: ${this.state === "open" ? "the server has no such service" : "not connected"}`));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.failCall(id, `${service}: no answer for ${kCallTimeoutMs / 1000} s`), kCallTimeoutMs);
      this.calls.set(id, { resolve, reject, timer });
      this.socket?.send(callFrame(known.id, id, request));
    });
  }

  // Publishes a message; the topic is announced before its first one. False: not connected, or clients may only look; nothing
  // was sent.
  publish(topic: string, schema: string, bytes: Uint8Array, encoding = "cdr"): boolean {
    if (this.state !== "open" || !this.can("clientPublish")) return false;
    let channel = this.published.get(topic);
    if (!channel) {
      channel = { id: this.nextId++, schema, encoding };
      this.published.set(topic, channel);
      this.sendText({ op: "advertise", channels: [{ id: channel.id, topic, encoding, schemaName: schema }] });
    }
    this.socket?.send(messageFrame(channel.id, bytes));
    return true;
  }
  // Ends publishing on a topic; the server then knows that nobody drives any longer.
  unpublish(topic: string): void {
    const channel = this.published.get(topic);
    if (!channel) return;
    this.published.delete(topic);
    this.sendText({ op: "unadvertise", channelIds: [channel.id] });
  }

  setParameter(name: string, value: unknown): void {
    this.sendText({ op: "setParameters", parameters: [{ name, value, ...(typeof value === "number" ? { type: "float64" } : {}) }], id: `set-${this.nextId++}` });
  }

  // Called when the playback of a recording has changed or gone on.
  onPlayback(listener: () => void): () => void {
    this.playbackListeners.add(listener);
    return () => void this.playbackListeners.delete(listener);
  }
  // The time of the recording that the server plays; null: it plays none.
  recorded(): RecordedTime | null {
    return this.recordedTime;
  }
  // The newest state of the playback; null: the server has sent none.
  playback(): PlaybackState | null {
    return this.playbackState;
  }
  // Asks for play or pause, a speed, and a time to go to (null: it stays). The state that follows says what was done.
  controlPlayback(pause: boolean, speed: number, seekNs: bigint | null = null): void {
    if (this.state === "open" && this.can("playbackControl")) this.socket?.send(playbackFrame(pause, speed, seekNs));
  }

  private setState(state: SessionState): void {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.stateListeners) listener(state);
  }

  private open(): void {
    this.setState("connecting");
    let socket: Socket;
    try {
      socket = this.makeSocket(this.url, kSubprotocols);
    } catch (error) {
      this.tell({ id: "connection", level: 2, text: `${this.url}: ${(error as Error).message}` });
      return this.lost("");
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.reason);
    };
    socket.onerror = () => {};  // a close event follows
  }

  private opened(): void {
    this.retryMs = kFirstRetryMs;
    this.setState("open");
    this.tell({ id: "connection", level: 0, text: "" });
    this.sendText({ op: "subscribeParameterUpdates", parameterNames: [kPingParameter] });
    this.sendText({ op: "getParameters", parameterNames: [], id: "all" });
    this.ping();
    this.pingTimer = setInterval(() => this.ping(), kPingMs);
  }

  private lost(reason: string): void {
    const was = this.state;
    this.socket = null;
    clearInterval(this.pingTimer);
    this.forget();
    for (const id of [...this.calls.keys()]) this.failCall(id, "the connection was lost");
    this.setState("closed");
    if (this.stopped) return;
    if (was === "open") this.tell({ id: "connection", level: 2, text: `The connection to the simulator was lost${reason ? `: ${reason}` : ""}. Connecting again …` });
    this.retryTimer = setTimeout(() => this.open(), this.retryMs);
    this.retryMs = Math.min(2 * this.retryMs, kLastRetryMs);
  }

  // Everything that belongs to one connection.
  private forget(): void {
    this.channels.clear();
    this.services.clear();
    this.published.clear();
    this.pings.clear();
    this.capabilities = [];
    this.recordedTime = this.playbackState = null;
    this.drops.clear();
    this.roundTripMs = NaN;
    for (const subscription of this.subscriptions.values()) subscription.channel = subscription.last = null;
    for (const listener of this.topicListeners) listener();
  }

  private failCall(id: number, reason: string): void {
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    clearTimeout(call.timer);
    call.reject(new Error(reason));
  }

  private tell(notice: Notice): void {
    for (const listener of this.noticeListeners) listener(notice);
  }
  private sendText(frame: object): void {
    if (this.state === "open") this.socket?.send(JSON.stringify(frame));
  }
  private ping(): void {
    if (this.pings.size > 10) this.pings.clear();  // the server does not answer
    const id = `ping-${this.nextId++}`;
    this.pings.set(id, performance.now());
    this.sendText({ op: "getParameters", parameterNames: [kPingParameter], id });
  }

  // A frame that cannot be read is reported and left out; the connection stays.
  private received(data: unknown): void {
    try {
      if (typeof data === "string") {
        this.receivedText(parseText(data));
      } else if (data instanceof ArrayBuffer) {
        this.receivedBinary(data);
      }
    } catch (error) {
      this.tell({ id: "frame", level: 2, text: `A frame of the server was ignored: ${(error as Error).message}` });
    }
  }

  private receivedBinary(data: ArrayBuffer): void {
    const frame = parseBinary(data);
    if (frame.op === "message") {
      const subscription = this.subscriptions.get(frame.subscription);
      if (!subscription) return;
      subscription.last = { bytes: frame.payload, logTimeNs: frame.logTimeNs };
      for (const listener of subscription.listeners) listener(frame.payload, frame.logTimeNs);
    } else if (frame.op === "serviceResponse") {
      const call = this.calls.get(frame.call);
      if (!call) return;
      this.calls.delete(frame.call);
      clearTimeout(call.timer);
      call.resolve(frame.payload);
    } else if (frame.op === "playback") {
      this.setPlayback({ status: frame.status, timeNs: frame.timeNs, speed: frame.speed });
    } else if (frame.op === "time" && this.playbackState) {
      this.setPlayback({ ...this.playbackState, timeNs: frame.timeNs });
    }
  }

  private setPlayback(state: PlaybackState): void {
    this.playbackState = state;
    for (const listener of this.playbackListeners) listener();
  }

  private receivedText(frame: ServerText): void {
    switch (frame.op) {
      case "serverInfo":
        this.capabilities = frame.capabilities;
        this.recordedTime = frame.recorded;
        break;
      case "advertise":
        for (const channel of frame.channels) this.channels.set(channel.id, channel);
        this.subscribeAll();
        for (const listener of this.topicListeners) listener();
        break;
      case "unadvertise":
        this.unadvertised(new Set(frame.channelIds));
        break;
      case "advertiseServices":
        for (const service of frame.services) this.services.set(service.name, service);
        for (const listener of this.topicListeners) listener();
        break;
      case "serviceCallFailure":
        this.failCall(frame.callId, frame.message);
        break;
      case "parameterValues":
        this.receivedParameters(frame.parameters, frame.id);
        break;
      case "status":
        // A newer message took the place of an older one: a figure of the connection, nothing to read.
        if (frame.id.startsWith("drop:")) this.drops.add(frame.id.slice(5));
        else this.tell({ id: frame.id || `status:${frame.message}`, level: frame.level, text: frame.message });
        break;
      case "removeStatus":
        for (const id of frame.statusIds) {
          if (id.startsWith("drop:")) this.drops.delete(id.slice(5));
          else this.tell({ id, level: 0, text: "" });
        }
        break;
    }
  }

  private receivedParameters(parameters: Parameter[], id: string): void {
    for (const { name, value } of parameters) this.values.set(name, value);
    const sent = this.pings.get(id);
    if (sent === undefined) return;
    this.pings.delete(id);
    this.roundTripMs = performance.now() - sent;
  }

  // The server has ended the subscriptions of these channels: another world follows.
  private unadvertised(ids: Set<number>): void {
    for (const id of ids) this.channels.delete(id);
    for (const subscription of this.subscriptions.values()) {
      if (subscription.channel !== null && ids.has(subscription.channel)) subscription.channel = subscription.last = null;
    }
    for (const listener of this.topicListeners) listener();
  }

  // Subscribes to what is wanted and announced, and not subscribed to yet.
  private subscribeAll(): void {
    const added: { id: number; channelId: number }[] = [];
    for (const [id, subscription] of this.subscriptions) {
      if (subscription.channel !== null) continue;
      const channel = [...this.channels.values()].find((known) => known.topic === subscription.topic);
      if (!channel) continue;
      subscription.channel = channel.id;
      added.push({ id, channelId: channel.id });
    }
    if (added.length > 0) this.sendText({ op: "subscribe", subscriptions: added });
  }
}
