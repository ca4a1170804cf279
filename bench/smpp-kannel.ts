/** Starts both programs of Kannel with bench/kannel.conf, bound to the SMSC. */
import { type Boxes, startKannel } from '../test/kannel.ts'
import type { Side, SideOptions } from './smpp-side.ts'

export { findKannel } from '../test/kannel.ts'

const configuration = new URL('kannel.conf', import.meta.url)

export async function openKannel(boxes: Boxes, { smscPort, login, window, callbackPort }: SideOptions): Promise<Side> {
  const { sendPort, processes, stop } = await startKannel(boxes, configuration, {
    SMSC_PORT: smscPort,
    SYSTEM_ID: login.systemId,
    PASSWORD: login.password,
    WINDOW: window,
  })
  return {
    name: 'Kannel',
    processes: () => ({ bearerbox: [processes.bearerbox], smsbox: [processes.smsbox] }),
    target: { port: sendPort, request: requestTo(sendPort, callbackPort), acceptedStatus: 202 },
    stop,
  }
}

/** Requests a callback only for delivered messages. */
function requestTo(port: number, callbackPort: number): string {
  // The number occurs twice: as recipient and in the callback URL.
  const callback = encodeURIComponent(`http://127.0.0.1:${callbackPort}/?phone=`)
  const query = `username=tester&password=foobar&from=INFO&text=Hello&dlr-mask=1&dlr-url=${callback}%PHONE%&to=%PHONE%`
  return `GET /cgi-bin/sendsms?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
}
