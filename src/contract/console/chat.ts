import { Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { answerOf } from '../shapes.ts'

export const chatRoutes = {
  'POST /providers/chat/:provider/templates/sync': { answer: answerOf({ templates: Type.Integer() }) },
} as const satisfies RouteShapes
