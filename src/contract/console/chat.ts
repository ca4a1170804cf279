import { Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { objectOf } from '../shapes.ts'

export const chatRoutes = {
  'POST /providers/chat/:provider/templates/sync': { answer: objectOf({ templates: Type.Integer() }) },
} as const satisfies RouteShapes
