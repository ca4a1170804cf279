import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Carrier, CarrierBody, CarrierKind } from '../../../../../src/contract/console/routing.ts'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { fieldNamedIn, type Problems } from './draft.ts'
import { FailingSection } from './failing-section.tsx'
import { inputOrder } from './fields.tsx'
import { healthDraftOf, readHealthDraft } from './health.ts'
import { type SecretsDraft, SecretsSection } from './secrets-section.tsx'
import { readSettingsDraft, type SettingsDraft, SettingsSection, settingsDraftOf } from './settings-section.tsx'

interface CarrierFormProps {
  readonly kinds: readonly CarrierKind[]
  /** Null for a new one. */
  readonly carrier: Carrier | null
  readonly onSaved: (carrier: Carrier) => void
}

/** Everything about a carrier that can be set. Nothing that was typed is lost when the server will not have it. */
export function CarrierForm({ kinds, carrier, onSaved }: CarrierFormProps) {
  const [name, setName] = useState(carrier?.name ?? '')
  const [kindName, setKindName] = useState(carrier?.kind ?? kinds[0]?.kind ?? '')
  // Whoever looks at another kind finds what they typed when they come back.
  const [drafts, setDrafts] = useState<Readonly<Record<string, SettingsDraft>>>({})
  const [secrets, setSecrets] = useState<SecretsDraft>({})
  const [failover, setFailover] = useState(carrier === null ? '' : String(carrier.failoverSeconds))
  const [health, setHealth] = useState(healthDraftOf(carrier?.healthSettings ?? {}))
  const [ownProblems, setOwnProblems] = useState<Problems>({})
  const save = useChange((body: CarrierBody) => saveCarrier(name, body, carrier === null), {
    refreshes: ['/carriers'],
    onDone: (saved) => {
      setSecrets({})
      onSaved(saved)
    },
  })

  const kind = kinds.find((one) => one.kind === kindName)
  if (kind === undefined)
    return (
      <Problem error={new Error(`This version of the dashboard does not know carriers of the kind ${kindName}.`)} />
    )
  const typed = drafts[kindName] ?? settingsDraftOf(kind, carrier?.settings ?? {})
  const read = readSettingsDraft(kind, typed)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const problems = { ...read.problems, ...(name === '' ? { name: 'Give it a name.' } : {}) }
    setOwnProblems(problems)
    if (Object.keys(problems).length > 0) return
    save.mutate({
      kind: kindName,
      settings: read.settings,
      secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')),
      ...(failover === '' ? {} : { failoverSeconds: Number(failover) }),
      health: readHealthDraft(health),
    })
  }

  const named = save.error === null ? null : fieldNamedIn(save.error.message, typed.draft)
  const problems = { ...(named === null || save.error === null ? {} : { [named]: save.error.message }), ...ownProblems }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={920}>
        {carrier === null && (
          <Section title="Carrier">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label="Name"
                inputWrapperOrder={inputOrder}
                description="Up to 32 small letters, digits and dashes. It can’t be changed later."
                withAsterisk
                spellCheck={false}
                autoComplete="off"
                value={name}
                error={problems.name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Select
                label="Kind"
                inputWrapperOrder={inputOrder}
                description="How it is spoken to. Mobile networks have SMPP; many providers have an HTTP API."
                data={kinds.map(({ kind: value, title }) => ({ value, label: title }))}
                value={kindName}
                allowDeselect={false}
                onChange={(chosen) => setKindName(chosen ?? kindName)}
              />
            </SimpleGrid>
          </Section>
        )}
        <SettingsSection
          kind={kind}
          value={typed}
          problems={problems}
          onChange={(value) => setDrafts({ ...drafts, [kindName]: value })}
        />
        <SecretsSection kind={kind} carrier={carrier} settings={read.settings} value={secrets} onChange={setSecrets} />
        <FailingSection failover={failover} onFailover={setFailover} health={health} onHealth={setHealth} />
        <Problem error={save.error ?? (Object.keys(ownProblems).length > 0 ? notYet : null)} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {carrier === null ? 'Add carrier' : 'Save changes'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const notYet = new Refused(400, 400, 'Nothing was sent yet: look at the fields marked in red.', null)

/** The server takes a carrier by its name, and would change the one that has it already. */
async function saveCarrier(name: string, body: CarrierBody, isNew: boolean): Promise<Carrier> {
  if (isNew) {
    const { data } = await ask('GET /carriers', {})
    if (data.some((one) => one.name === name))
      throw new Refused(409, 409, `There is a carrier ${name} already: take another name, or change that one.`, null)
  }
  return ask('PUT /carriers/:carrier', { path: { carrier: name }, body })
}
