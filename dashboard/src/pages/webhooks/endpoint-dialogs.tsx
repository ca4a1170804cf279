import { Textarea } from '@mantine/core'
import type { Endpoint, EndpointWithSecret } from '../../../../src/contract/account/webhooks.ts'
import type { EventKind } from '../../../../src/contract/callbacks.ts'
import { parseHeaderLines } from '../../../../src/values/header-lines.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import type { FieldOptions } from '../../parts/field-input.tsx'
import { toIso, toLocal } from '../../parts/formats.ts'
import { Note } from '../../parts/text.tsx'
import { type Account, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { EndpointPath } from './labels.ts'

const { form } = t.webhooks
const dayMs = 86_400_000

/** The `headers` of a request body; absent when no line was entered. */
function headersIn(text: string): { readonly headers?: Record<string, string | null> } {
  const headers = parseHeaderLines(text) ?? {}
  return Object.keys(headers).length === 0 ? {} : { headers }
}

const urlField = {
  label: t.webhooks.url,
  help: form.urlHelp,
  placeholder: 'https://example.com/ngoma',
  type: 'url' as const,
  inputMode: 'url' as const,
  autoComplete: 'off',
  missing: form.urlRequired,
}

/** Request headers for every call. `kept`: the names of the saved headers. */
const headersField = (kept: readonly string[]): FieldOptions<string, unknown> => ({
  label: form.headers,
  help: `${form.headersHelp}${kept.length === 0 ? '' : ` ${fill(form.headersKept, { names: kept.join(', ') })}`}`,
  check: (text) => (parseHeaderLines(text) === null ? form.headersInvalid : null),
  input: ({ onChange, ...props }) => (
    <Textarea
      {...props}
      placeholder="Authorization: Bearer …"
      autosize
      minRows={2}
      classNames={{ input: 'code' }}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
})

/** For servers written for another platform. */
const bodyFields = <Values,>(eventOf: (values: Values) => EventKind) => ({
  flatArgs: {
    label: form.flatArgs,
    help: form.flatArgsHelp,
    isHidden: (values: Values) => eventOf(values) !== 'airtime',
  },
  stringIds: {
    label: form.stringIds,
    help: form.stringIdsHelp,
    isHidden: (values: Values) => eventOf(values) !== 'delivery-report',
  },
})

const problems = { url_not_allowed: 'url', invalid_header: 'headers' } as const

interface AddEndpointProps {
  readonly account: Account
  readonly close: () => unknown
  readonly onAdded: (endpoint: EndpointWithSecret) => void
}

export function AddEndpoint({ account, close, onAdded }: AddEndpointProps) {
  return (
    <EditDialog
      route="POST /v2/webhooks"
      path={{ account: account.id }}
      title={t.webhooks.add}
      submit={t.webhooks.add}
      values={{ event: 'delivery-report' as EventKind, url: '', headers: '', flatArgs: false, stringIds: false }}
      fields={({ event }) => ({
        event: { label: t.webhooks.event, help: t.webhooks.eventAbout[event], choices: t.webhooks.events },
        url: urlField,
        headers: headersField([]),
        ...bodyFields(() => event),
      })}
      body={({ event, url, flatArgs, stringIds, headers }) => ({
        event,
        url: url.trim(),
        flatArgs: event === 'airtime' && flatArgs,
        stringIds: event === 'delivery-report' && stringIds,
        ...headersIn(headers),
      })}
      problems={problems}
      hasSecret
      close={close}
      done={onAdded}
    />
  )
}

interface ChangeEndpointProps {
  readonly path: EndpointPath
  readonly endpoint: Endpoint
  readonly close: () => unknown
}

export function ChangeEndpoint({ path, endpoint, close }: ChangeEndpointProps) {
  const account = useThisAccount()
  const { event, url, flatArgs, stringIds, adHoc, disabledAt } = endpoint
  const isEnabled = disabledAt === null
  return (
    <EditDialog
      route="PUT /v2/webhooks/:endpoint"
      path={path}
      title={form.editTitle}
      submit={form.save}
      about={adHoc && <Note>{form.adHoc}</Note>}
      values={{ url, headers: '', flatArgs, stringIds, enabled: isEnabled }}
      fields={{
        url: { ...urlField, isHidden: () => adHoc },
        headers: headersField(endpoint.headers),
        ...bodyFields(() => event),
        enabled: { label: form.enabled, help: form.enabledHelp },
      }}
      // Unchanged fields are omitted: enabling an enabled endpoint would reset its failing state.
      body={(values) => ({
        url: values.url.trim() === url ? undefined : values.url.trim(),
        flatArgs: values.flatArgs === flatArgs ? undefined : values.flatArgs,
        stringIds: values.stringIds === stringIds ? undefined : values.stringIds,
        enabled: values.enabled === isEnabled ? undefined : values.enabled,
        ...headersIn(values.headers),
      })}
      problems={problems}
      hasSecret
      refreshes={[`${account.path}/overview`]}
      close={close}
      done={({ warning }) => (warning === undefined ? form.changed : form.changedWarning)}
    />
  )
}

/** Replays the events since a time: undelivered ones, or all. */
export function ReplayEvents({ path, close }: { readonly path: EndpointPath; readonly close: () => unknown }) {
  const { replay } = t.webhooks
  return (
    <EditDialog
      route="POST /v2/webhooks/:endpoint/repeat"
      path={path}
      title={t.webhooks.log.replaySeveral}
      submit={t.webhooks.log.replaySeveral}
      about={<Note>{replay.about}</Note>}
      values={{ since: toLocal(new Date(Date.now() - dayMs)), failedOnly: true }}
      fields={{
        since: {
          label: fill(replay.since, { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
          type: 'datetime-local',
          missing: replay.sinceRequired,
          check: (value) => (toIso(value) ? null : replay.sinceRequired),
        },
        failedOnly: replay.failedOnly,
      }}
      body={({ since, failedOnly }) => ({ since: toIso(since) ?? '', failedOnly })}
      close={close}
      done={({ repeated }) => fill(replay.done, { count: repeated })}
    />
  )
}
