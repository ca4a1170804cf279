import type { Catalog } from '../catalog.ts'

/** Refusals that have a reason for programs. */
export const serverReasons: Catalog['serverMessages'] = {
  PASSKEY_NOT_FOUND:
    'Cette clé d’accès a été supprimée. Connectez-vous avec votre mot de passe et ajoutez-la à nouveau.',
  AUTHENTICATION_FAILED: 'L’authentification a échoué. Réessayez, ou connectez-vous avec votre mot de passe.',
  USER_NOT_VERIFIED:
    'Votre appareil ne vous a pas vérifié. Utilisez une clé d’accès qui demande un code, une empreinte ou un visage.',
  FAILED_TO_VERIFY_REGISTRATION:
    'La clé d’accès a été refusée. Ouvrez le tableau de bord à l’adresse configurée pour les clés d’accès, puis réessayez.',
  CHALLENGE_NOT_FOUND: 'Le délai est dépassé. Recommencez.',
  INVALID_BACKUP_CODE: 'Code de secours incorrect. Chaque code ne sert qu’une fois : utilisez-en un autre.',
  INVALID_TWO_FACTOR_COOKIE: 'Le délai est dépassé. Recommencez avec votre e-mail et votre mot de passe.',
  ACCOUNT_TEMPORARILY_LOCKED:
    'Trop de codes incorrects. Patientez quelques minutes, puis utilisez le code actuel de l’application.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Trop de tentatives. Recommencez avec votre e-mail et votre mot de passe.',
  FIELD_EXISTS: 'Un autre champ de contact porte ce nom. Choisissez un autre nom, ou utilisez le champ existant.',
  FIELD_KEY_TAKEN: 'Cette variable est déjà utilisée. Choisissez un autre nom.',
  FIELD_BEING_REMOVED: 'Les valeurs du champ supprimé sont encore en cours d’effacement. Réessayez bientôt.',
  TOO_MANY_FIELDS: 'Le compte a le nombre maximal de champs de contact. Supprimez un champ devenu inutile.',
  FIELD_IN_USE: 'Un segment utilise ce champ. Modifiez ou supprimez d’abord le segment.',
  BOOK_IN_USE: 'Un segment utilise ce carnet d’adresses. Modifiez ou supprimez d’abord le segment.',
  SEGMENT_INCOMPLETE: 'Le segment utilise un carnet d’adresses supprimé. Modifiez le filtre du segment.',
  SEGMENT_EXISTS: 'Un autre segment porte ce nom. Choisissez un autre nom.',
  TOO_MANY_SEGMENTS: 'Le compte a le nombre maximal de segments. Supprimez un segment dont vous n’avez plus besoin.',
  INVALID_CONDITION: 'Une condition n’est pas valable. Vérifiez le champ, la comparaison et la valeur.',
  INVALID_FIELD_VALUE: 'La valeur d’un champ de contact n’est pas du bon type.',
  INVALID_FIELD: 'Le nom ou les choix du champ ne sont pas valables.',
}
