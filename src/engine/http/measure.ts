import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** Label for all unknown paths: otherwise any client could create unlimited series. */
const noRoute = 'none'

/** Measures response times by route pattern and status class. Must be registered before the routes. */
export function measureRequests(app: FastifyInstance, { requestSeconds }: Metrics): void {
  const known = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? noRoute : (request.route.url ?? noRoute)
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
