import { ask } from '../api.ts'
import { useAsk } from '../data.ts'

/** Passkeys are bound to a host name, and are offered to browsers that know them. */
export function usePasskeys(): boolean {
  const { data: about } = useAsk('GET /about', {})
  const isKnown = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
  return isKnown && about?.passkeyHost === location.hostname
}

/** Said by the browser, for one that was cancelled or took too long as well. */
class PasskeyCancelled extends Error {
  constructor() {
    super('No passkey was used. Try again, or sign in in another way.')
  }
}

/** The server wrote the options for exactly this: the shapes are those of the browser. */
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
