import type { Catalog } from '../catalog.ts'

export const scheduled: Catalog['scheduled'] = {
  about:
    'Messages programmés ou en file d’attente. Avant l’envoi, vous pouvez les reprogrammer ou les annuler ; les messages annulés ne sont pas facturés.',
  list: 'Requêtes programmées',
  empty: 'Aucun message programmé. Pour en programmer un, choisissez « Envoyer plus tard » sur la page Envoyer.',
  time: 'Heure d’envoi',
  message: 'Message',
  from: 'De',
  campaign: 'Campagne',
  messages: 'Messages',
  status: 'Statut',
  actions: 'Actions',
  reschedule: 'Reprogrammer',
  rescheduleRequest: 'Reprogrammer la requête {id}',
  cancel: 'Annuler',
  cancelRequest: 'Annuler la requête {id}',
  cancelTitle: 'Annuler {count, plural, one {# message} other {# messages}} ?',
  cancelAbout:
    '{count, plural, one {# message de {sender}, prévu pour le {time}, ne sera pas envoyé} other {# messages de {sender}, prévus pour le {time}, ne seront pas envoyés}}. Le crédit réservé est libéré.',
  cancelMessages: 'Annuler {count, plural, one {# message} other {# messages}}',
  keepMessages: 'Garder {count, plural, one {le message} other {les messages}}',
  cancelled: '{count, plural, one {# message annulé} other {# messages annulés}}. Le crédit réservé est libéré.',
  rescheduleTitle: 'Reprogrammer {count, plural, one {# message} other {# messages}}',
  rescheduleAbout:
    '{count, plural, one {# message de {sender}, actuellement prévu} other {# messages de {sender}, actuellement prévus}} pour le {time}.',
  rescheduleMessages: 'Reprogrammer les messages',
  rescheduled: '{count, plural, one {# message reprogrammé} other {# messages reprogrammés}}.',
  alreadySent: '{count, plural, one {# message avait déjà été envoyé} other {# messages avaient déjà été envoyés}}.',
  newTime: 'Nouvelle heure d’envoi ({zone})',
}
