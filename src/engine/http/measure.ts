import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** Paths that no route has are counted as one: anybody can make up a path, and each would be another series. */
const noRoute = 'none'

/** Measures how long answers take, by route pattern and class of status. Has to come before the routes. */
export function measureRequests(app: FastifyInstance, { requestSeconds }: Metrics): void {
  const known = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? noRoute : (request.routeOptions.url ?? noRoute)
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const name = `${request.method} ${status} ${route}`
    let series = known.get(name)
    if (series === undefined) {
      series = requestSeconds.labels({ method: request.method, route, status })
      known.set(name, series)
    }
    series.observe(reply.elapsedTime / 1_000)
    done()
  })
}
