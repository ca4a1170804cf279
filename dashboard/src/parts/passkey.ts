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
  const { response, ...named } = jsonOf(credential)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponseJSON
  const proof = { clientDataJSON, authenticatorData, signature, userHandle }
  await ask('POST /auth/passkey/verify-authentication', { body: { response: { ...named, response: proof } } })
}

export async function addPasskey(name: string): Promise<void> {
  const options = await ask('GET /auth/passkey/generate-register-options', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as Json & PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null)
  const { response, ...named } = jsonOf(credential)
  const { clientDataJSON, attestationObject, transports } = response as AuthenticatorAttestationResponseJSON
  const proof = { clientDataJSON, attestationObject, transports }
  await ask('POST /auth/passkey/verify-registration', { body: { name, response: { ...named, response: proof } } })
}

/** Browsers add fields to the JSON, and the server refuses unknown ones. */
function jsonOf(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled()
  const { id, rawId, response } = credential.toJSON()
  return { id, rawId, type: 'public-key' as const, response }
}
