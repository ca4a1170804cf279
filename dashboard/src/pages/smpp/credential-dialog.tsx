import { SimpleGrid } from '@mantine/core'
import type { Credential } from '../../../../src/contract/console/credentials.ts'
import type { AnswerOf } from '../../../../src/contract/console/index.ts'
import { ownerRange, type raisedByOperators, smppLimits } from '../../../../src/values/smpp.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { Note } from '../../parts/text.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

const { form: texts } = t.smpp
const { bindsMax, windowSize, rate, duplicateSeconds } = smppLimits

const startSettings = {
  bindsMax: bindsMax.default,
  windowSize: windowSize.default,
  rate: rate.default,
  duplicateSeconds: duplicateSeconds.default,
  addresses: null,
  messageIds: 'decimal',
  alphabet: 'gsm7',
  receivesMessages: false,
  privateUrls: false,
} as const

interface CredentialDialogProps {
  /** Null for a new one. */
  readonly credential: Credential | null
  readonly close: () => unknown
  readonly onCreated: (created: AnswerOf<'POST /accounts/:account/smpp/credentials'>) => void
}

/** Adds a credential, or changes its limits and settings. */
export function CredentialDialog({ credential, close, onCreated }: CredentialDialogProps) {
  const { id: account } = useThisAccount()
  const { operator } = useMe()
  const start = { ...startSettings, ...credential, ...credential?.smpp }
  /** Owners may not raise the limits. */
  const limit = (name: (typeof raisedByOperators)[number], label: string, help: string) => ({
    label,
    help,
    check(value: number | string) {
      const { min, max } = operator ? smppLimits[name] : ownerRange(name, credential?.smpp?.[name])
      const isWithin = Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      return isWithin ? null : fill(operator ? t.shared.wholeNumber : texts.overOwnerRange, { min, max })
    },
  })
  return (
    <EditDialog
      route={
        credential ? 'PATCH /accounts/:account/credentials/:credential' : 'POST /accounts/:account/smpp/credentials'
      }
      path={{ account, credential: credential?.id ?? 0 }}
      title={credential ? fill(texts.editTitle, { name: credential.name }) : texts.createTitle}
      submit={credential ? texts.save : t.smpp.create}
      size="lg"
      values={{
        systemId: '',
        bindsMax: start.bindsMax as number | string,
        windowSize: start.windowSize as number | string,
        rate: start.rate as number | string,
        addresses: start.addresses?.join('\n') ?? '',
        messageIds: start.messageIds,
        alphabet: start.alphabet,
        duplicateSeconds: start.duplicateSeconds as number | string,
        receivesMessages: start.receivesMessages,
        privateUrls: start.privateUrls,
      }}
      fields={{
        systemId: {
          label: texts.systemId,
          help: texts.systemIdHelp,
          check: (value) => (/^[A-Za-z0-9_.-]{0,15}$/.test(value.trim()) ? null : texts.systemIdInvalid),
          isHidden: () => credential !== null,
          autoComplete: 'off',
        },
        bindsMax: limit('bindsMax', texts.bindsMax, texts.bindsMaxHelp),
        windowSize: limit('windowSize', texts.windowSize, texts.windowSizeHelp),
        rate: limit('rate', texts.rate, texts.rateHelp),
        addresses: { label: texts.addresses, help: texts.addressesHelp },
        messageIds: { label: texts.messageIds, choices: { decimal: [texts.decimal], hex: [texts.hex] } },
        alphabet: { label: texts.alphabet, help: texts.alphabetHelp, choices: texts.alphabets },
        duplicateSeconds: { label: texts.duplicateSeconds, help: texts.duplicateHelp },
        receivesMessages: { label: texts.inbound, help: texts.inboundHelp },
        privateUrls: { label: texts.privateUrls, help: texts.privateUrlsHelp, isHidden: () => !operator },
      }}
      problems={{ invalid_address: 'addresses', invalid_system_id: 'systemId', system_id_taken: 'systemId' }}
      refreshes={[`/accounts/${account}/smpp`, `/accounts/${account}/credentials`]}
      close={close}
      done={(answer) =>
        'password' in answer ? onCreated(answer) : fill(texts.saved, { name: credential?.name ?? '' })
      }
    >
      {({ systemId, bindsMax: binds, windowSize: window, rate: perSecond, ...others }) => (
        <>
          {systemId}
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            {binds}
            {window}
            {perSecond}
          </SimpleGrid>
          {!operator && (
            <Note size="xs">
              {fill(texts.limitsHelp, { binds: bindsMax.default, window: windowSize.default, rate: rate.default })}
            </Note>
          )}
          {Object.values(others)}
        </>
      )}
    </EditDialog>
  )
}
