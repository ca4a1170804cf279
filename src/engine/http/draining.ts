import type { Server } from 'node:http'

/** The time between the order to stop and the end: a balancer stops sending requests, and none is refused. */
export interface Draining {
  begin(): void
  isOn(): boolean
}

/** While draining, every answer ends its connection, so that the next request goes to another process. */
export function createDraining(server: Server): Draining {
  let on = false
  server.prependListener('request', (_request, response) => {
    if (on) response.shouldKeepAlive = false
  })
  return {
    begin() {
      on = true
    },
    isOn: () => on,
  }
}
