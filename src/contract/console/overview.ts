import { File, type RouteShapes } from '../route.ts'

export const overviewRoutes = {
  /** Server-sent events that name the changed lists. */
  'GET /accounts/:account/live': { answer: File },
} as const satisfies RouteShapes
