"""What the targets declare: see `nemcon.render.targets`."""

TEXTS = {
    'agreement': '# The proof that travels: all targets that were copied along, held against the fixtures. The standard library only.\nname = "agreement"\nfile = "test_agreement.py"\ntemplate = "agreement/test_agreement.py.jinja"\norder = 70\nimports = ["fixtures", "validator"]\nneeds_fixtures = true\npublic = false\n',
    'fixtures': '# Labelled documents: one for everything the schema allows, one for every assertion it makes.\nname = "fixtures"\nfile = "fixtures.json"\norder = 60\nneeds_fixtures = true\n',
    'models': '# Dataclasses: the standard library only.\nname = "models"\nfile = "models.py"\nrenderer = "classes"\ntemplate = "models/models.py.jinja"\norder = 20\nimports = ["validator"]\nobjects = true\nabsent = "UnsetType"\n',
    'structs': '# msgspec Structs.\nname = "structs"\nfile = "structs.py"\nrenderer = "structs"\ntemplate = "structs/structs.py.jinja"\norder = 40\nimports = ["validator"]\nobjects = true\nabsent = "UnsetType"\nfinite = true\n',
    'typed_dicts': '# TypedDicts: what json.loads gives, with types. The standard library only.\nname = "typed_dicts"\nfile = "typed_dicts.py"\nrenderer = "typed_dicts"\ntemplate = "typed_dicts/typed_dicts.py.jinja"\norder = 30\nimports = ["validator"]\nobjects = false\nabsent = ""\nverb = "settle"\n',
    'validator': '# The validator: is_valid, iter_errors and validate, for the root and for every named definition.\nname = "validator"\nfile = "validator.py"\n',
}
SAID: dict[str, dict[str, object]] = {
    'agreement': {'name': 'agreement', 'file': 'test_agreement.py', 'template': 'agreement/test_agreement.py.jinja', 'order': 70, 'imports': ['fixtures', 'validator'], 'needs_fixtures': True, 'public': False},
    'fixtures': {'name': 'fixtures', 'file': 'fixtures.json', 'order': 60, 'needs_fixtures': True},
    'models': {'name': 'models', 'file': 'models.py', 'renderer': 'classes', 'template': 'models/models.py.jinja', 'order': 20, 'imports': ['validator'], 'objects': True, 'absent': 'UnsetType'},
    'structs': {'name': 'structs', 'file': 'structs.py', 'renderer': 'structs', 'template': 'structs/structs.py.jinja', 'order': 40, 'imports': ['validator'], 'objects': True, 'absent': 'UnsetType', 'finite': True},
    'typed_dicts': {'name': 'typed_dicts', 'file': 'typed_dicts.py', 'renderer': 'typed_dicts', 'template': 'typed_dicts/typed_dicts.py.jinja', 'order': 30, 'imports': ['validator'], 'objects': False, 'absent': '', 'verb': 'settle'},
    'validator': {'name': 'validator', 'file': 'validator.py'},
}
