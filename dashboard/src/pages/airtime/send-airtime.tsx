import { EditDialog } from '../../parts/edit-dialog.tsx'
import { showAmount } from '../../parts/formats.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { useAirtimeBalance } from './airtime-credit.tsx'

export function SendAirtime({ account, close }: { readonly account: Account; readonly close: () => unknown }) {
  const balance = useAirtimeBalance(account)
  const showPhone = usePhoneText()
  const { form } = t.airtime
  return (
    <EditDialog
      route="POST /v2/airtime"
      path={{ account: account.id }}
      title={t.airtime.send}
      submit={t.airtime.send}
      values={{ phone: '', amount: '', reference: '' }}
      fields={{
        phone: { label: t.airtime.number, help: form.numberHelp, inputMode: 'tel', missing: form.numberRequired },
        amount: {
          label: t.airtime.amount,
          help:
            balance === null
              ? form.amountHelp
              : fill(form.amountAvailable, { amount: showAmount(balance.available, balance.currency) }),
          unit: balance?.currency,
          inputMode: 'decimal',
          missing: form.amountInvalid,
          check: (value) => (/^\s*\d+(\.\d{1,2})?\s*$/.test(value) ? null : form.amountInvalid),
        },
        reference: { label: t.airtime.reference, help: form.referenceHelp },
      }}
      problems={{ invalid_phone: 'phone', invalid_amount: 'amount', reference_used: 'reference' }}
      isOnce
      refreshes={['balances', 'statement'].map((part) => `${account.path}/${part}`)}
      close={close}
      done={({ amount, currency, phone }) =>
        fill(form.done, { amount: showAmount(amount, currency), phone: showPhone(phone) })
      }
    />
  )
}
