import { ask } from '../api.ts'
import { useAsk } from '../data.ts'
import { t } from '../text.ts'

/** Whether passkeys can be used: they need a browser that supports them, on the host name they are bound to. */
export function usePasskeys(): boolean {
  const { data: about } = useAsk('GET /about', {})
  const isSupported = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
  return isSupported && about?.passkeyHost === location.hostname
}

/** The browser reports cancellation and timeout alike. */
class PasskeyCancelled extends Error {
  constructor() {
    super(t.shared.passkeyCancelled)
  }
}

/** The server writes the options in the browser’s own format. */
type Json = { readonly challenge: string }

export async function signInWithPasskey(): Promise<void> {
  const options = await ask('GET /auth/passkey/generate-authenticate-options', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as Json & PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await navigator.credentials
    .get({ publicKey: { ...publicKey, userVerification: 'required' } })
    .catch(() => null)
  await ask('POST /auth/passkey/verify-authentication', { body: { response: jsonOf(credential) } })
}

export async function addPasskey(name: string): Promise<void> {
  const options = await ask('GET /auth/passkey/generate-register-options', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as Json & PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null)
  await ask('POST /auth/passkey/verify-registration', { body: { name, response: jsonOf(credential) } })
}

function jsonOf(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled()
  return { ...credential.toJSON(), type: 'public-key' as const }
}
