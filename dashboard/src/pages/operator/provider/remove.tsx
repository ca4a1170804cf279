import { useNavigate } from '@tanstack/react-router'
import type { Provider } from '../../../../../src/contract/console/providers.ts'
import { fillPath } from '../../../../../src/values/address.ts'
import { ask } from '../../../api.ts'
import { queryClient, refresh, useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.tsx'
import { fill } from '../../../text.ts'

interface RemoveProviderProps {
  readonly provider: Provider
  readonly onClose: () => void
}

export function RemoveProvider({ provider: { product, name }, onClose }: RemoveProviderProps) {
  const navigate = useNavigate()
  const path = { product, provider: name }
  const remove = useChange(() => ask('DELETE /providers/:product/:provider', { path }), {
    onDone: () => {
      sayDone(fill(t.providers.removed, { name }))
      // Leave the page first, so that it does not ask for the provider again.
      void navigate({ to: '/operator/providers' }).then(() => {
        queryClient.removeQueries({ queryKey: [fillPath('/providers/:product/:provider', path)] })
        return refresh('/providers')
      })
    },
  })
  return (
    <Confirm
      title={fill(t.providers.removeTitle, { name })}
      isOpen
      onClose={onClose}
      change={remove}
      submit={t.providers.remove}
      onConfirm={() => remove.mutate(undefined)}
    >
      {t.providers.removeAbout}
    </Confirm>
  )
}
