import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

const product = 'otp'

/** One-time PINs. */
export function otpOf(transport: Transport) {
  return {
    /** Sends a PIN to a phone number. Keep the `pinId` to verify it. */
    async request(pin: wire.RequestPinBody, options?: CreateOptions): Promise<wire.RequestPinAnswer['data']> {
      return (await transport.create<wire.RequestPinAnswer>({ product, path: '/v1/request', body: pin, options })).data
    },

    /**
     * Verifies a PIN. `message.code` is 117 for a correct PIN, 114 for a wrong one, 115 for an expired one, 116 after too
     * many attempts, and 118 for a PIN that was already used. None of these is thrown as an error.
     *
     * The client never retries this call, because every attempt counts.
     */
    async verify(guess: wire.VerifyPinBody, options?: CallOptions): Promise<wire.VerifyPinAnswer['data']> {
      return (
        await transport.post<wire.VerifyPinAnswer>({ product, path: '/v1/verify', body: guess, options }, 'never')
      ).data
    },
  }
}

export type Otp = ReturnType<typeof otpOf>
