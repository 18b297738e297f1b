{{ rosetta_cdc.cdc_table('default/d.parcels', 'parcels', {'id': 'int', 'price': 'decimal(38,20)'}) }}
