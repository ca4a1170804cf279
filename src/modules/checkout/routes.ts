import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../values/refusal.ts'

/** Whoever asks is known by now; the product itself is still to come. */
export function checkoutRoutes(app: FastifyInstance): void {
  app.get('/v1/checkout', { config: { area: 'checkout' } }, async () => {
    throw new Refusal(501, 501, 'Checkout Is Not Available Yet')
  })
}
