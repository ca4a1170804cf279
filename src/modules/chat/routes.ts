import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../values/refusal.ts'

/** Whoever asks is known by now; the product itself is still to come. */
export function chatRoutes(app: FastifyInstance): void {
  app.post('/v1/chatapi', { config: { area: 'chat' } }, async () => {
    throw new Refusal(501, 501, 'Chat Is Not Available Yet')
  })
}
