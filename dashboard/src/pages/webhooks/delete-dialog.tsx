import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api.ts'
import { queryClient, refresh, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { fill, t } from '../../text.ts'
import { type EndpointDialogProps, pathOf } from './change-dialog.tsx'
import { placeOf } from './endpoint-path.ts'

export function DeleteDialog(props: EndpointDialogProps) {
  const { account, endpoint, onClose } = props
  const navigate = useNavigate()
  const remove = useChange(() => ask('DELETE /v2/webhooks/:endpoint', { path: pathOf(props) }), {
    onDone: async () => {
      sayDone(t.webhooks.delete.done)
      await navigate({ to: `${account.path}/webhooks` })
      // The deleted endpoint must not be fetched again.
      queryClient.removeQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith(placeOf(pathOf(props))),
      })
      await refresh(`${account.path}/webhooks`, `${account.path}/overview`)
    },
  })
  return (
    <Confirm
      title={t.webhooks.delete.title}
      isOpen
      onClose={onClose}
      change={remove}
      submit={t.webhooks.delete.submit}
      onConfirm={() => remove.mutate(undefined)}
    >
      {fill(t.webhooks.delete.warning, { url: endpoint.url })}
    </Confirm>
  )
}
