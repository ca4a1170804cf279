import type { Server } from 'node:http'

/** The time between SIGTERM and the end, in which a load balancer notices and stops sending requests. */
export interface Draining {
  begin(): void
  isOn(): boolean
}

/** While draining, every response closes its connection, so that the next request goes to another process. */
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
