import { useState } from 'react'
import type { Carrier, CarrierBody } from '../../../../../src/contract/console/routing.ts'
import { ask, Refused } from '../../../api.ts'
import { t } from '../../../operator-text.ts'
import { fill } from '../../../text.ts'
import { FailingSection } from './failing-section.tsx'
import { healthDraftOf, readHealthDraft } from './health.ts'
import { type Kind, KindForm } from './kind-form.tsx'

interface CarrierFormProps {
  readonly kinds: readonly Kind[]
  /** Null for a new carrier. */
  readonly carrier: Carrier | null
  readonly onSaved: (carrier: Carrier) => void
}

/** All settings of a carrier. */
export function CarrierForm({ kinds, carrier, onSaved }: CarrierFormProps) {
  const [failover, setFailover] = useState(carrier === null ? '' : String(carrier.failoverSeconds))
  const [health, setHealth] = useState(healthDraftOf(carrier?.healthSettings ?? {}))
  return (
    <KindForm
      kinds={kinds}
      stored={carrier}
      title={t.carriers.carrier}
      kindAbout={t.carriers.kindAbout}
      submit={carrier === null ? t.carriers.add : t.carriers.saveChanges}
      refreshes={['/carriers', '/providers']}
      onSaved={onSaved}
      save={({ name, ...input }) => {
        const failoverSeconds = failover === '' ? {} : { failoverSeconds: Number(failover) }
        return saveCarrier(name, { ...input, ...failoverSeconds, health: readHealthDraft(health) }, carrier === null)
      }}
    >
      <FailingSection failover={failover} onFailover={setFailover} health={health} onHealth={setHealth} />
    </KindForm>
  )
}

/** The API would change an existing carrier of the same name. */
async function saveCarrier(name: string, body: CarrierBody, isNew: boolean): Promise<Carrier> {
  if (isNew) {
    const { data } = await ask('GET /carriers', {})
    if (data.some((one) => one.name === name)) throw new Refused(409, 409, fill(t.carriers.nameTaken, { name }), null)
  }
  return ask('PUT /carriers/:carrier', { path: { carrier: name }, body })
}
