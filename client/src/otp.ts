import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

const product = 'otp'

/** One-time PINs. */
export function otpOf(transport: Transport) {
  return {
    /** Sends a PIN to a number. Keep the `pinId`. */
    async request(pin: wire.RequestPinBody, options?: CreateOptions): Promise<wire.RequestPinAnswer['data']> {
      return (await transport.create<wire.RequestPinAnswer>({ product, path: '/v1/request', body: pin, options })).data
    },

    /**
     * Whether a PIN is right: `message.code` is 117. A wrong one is no error: 114 wrong, 115 too old, 116 too many
     * attempts, 118 used before.
     *
     * It is asked once and never again by itself: every try counts.
     */
    async verify(guess: wire.VerifyPinBody, options?: CallOptions): Promise<wire.VerifyPinAnswer['data']> {
      return (
        await transport.post<wire.VerifyPinAnswer>({ product, path: '/v1/verify', body: guess, options }, 'never')
      ).data
    },
  }
}

export type Otp = ReturnType<typeof otpOf>
