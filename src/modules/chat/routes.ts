import type { FastifyInstance } from 'fastify'
import { refusals } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'

/** Whoever asks is known by now; the product itself is still to come. */
export function chatRoutes(app: FastifyInstance): void {
  app.post(
    '/v1/chatapi',
    {
      config: { area: 'chat' },
      schema: {
        summary: 'Send a chat message',
        description: 'Not available yet: 501 for every caller with a valid credential.',
        response: refusals(400, 401, 501),
      },
    },
    async () => {
      throw new Refusal(501, 501, 'Chat Is Not Available Yet')
    },
  )
}
